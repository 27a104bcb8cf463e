// Products: what is sold.
import { newId } from '../clock.ts'
import { refused } from '../errors.ts'
import { change, emit } from '../events.ts'
import { PAGE, pageOf } from '../lists.ts'
import { emptyable, flag, listOf, mergedMetadata, metadata, must, type Read, shape, text } from '../params.ts'
import { route } from '../routes.ts'
import { find, keep, now, type World } from '../world.ts'
import { PRICE_MONEY } from './price-fields.ts'
import { createPrice } from './prices.ts'

export type Product = ReturnType<typeof newProduct>

const FIELDS = {
  active: flag,
  description: emptyable(text),
  images: emptyable(listOf(text)),
  metadata,
  shippable: flag,
  statement_descriptor: text,
  tax_code: emptyable(text),
  unit_label: emptyable(text),
  url: emptyable(text),
}
const CREATE = shape({
  ...FIELDS,
  id: text,
  name: must(text),
  type: text,
  default_price_data: shape(PRICE_MONEY),
})
const UPDATE = shape({ ...FIELDS, name: text, default_price: text })

/** A product as stored, also for a price that brings its own. */
export function newProduct(world: World, given: Partial<Read<typeof CREATE>> & { name: string }) {
  const created = now(world)
  return {
    id: given.id ?? `prod_${newId('p').slice(2, 16)}`,
    object: 'product' as const,
    active: given.active ?? true,
    created,
    default_price: null as string | null,
    description: given.description ?? null,
    images: given.images ?? [],
    livemode: false,
    marketing_features: [],
    metadata: mergedMetadata({}, given.metadata),
    name: given.name,
    package_dimensions: null,
    shippable: given.shippable ?? null,
    statement_descriptor: given.statement_descriptor ?? null,
    tax_code: given.tax_code ?? null,
    tax_details: null,
    type: given.type ?? 'service',
    unit_label: given.unit_label ?? null,
    updated: created,
    url: given.url ?? null,
  }
}

function createProduct(world: World, given: Read<typeof CREATE>): Product {
  if (given.id && world.store.get('product', given.id)) {
    throw refused(`Product already exists.`, 'resource_already_exists', { param: 'id' })
  }
  const product = newProduct(world, given)
  keep(world, 'product', product)
  emit(world, 'product.created', product)
  if (!given.default_price_data) return product
  const price = createPrice(world, { ...given.default_price_data, product: product.id })
  return change(world, 'product', product, { default_price: price.id })
}

function updateProduct(world: World, id: string, given: Read<typeof UPDATE>): Product {
  const product = find(world, 'product', id)
  if (given.default_price) {
    const price = find(world, 'price', given.default_price, 'default_price')
    if (price.product !== id) {
      throw refused(
        `The price specified by \`${price.id}\` can not be set as the default price because it does not belong to the product \`${id}\`.`,
        undefined,
        { param: 'default_price' },
      )
    }
  }
  const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const all = { ...changes, metadata: mergedMetadata(product.metadata, given.metadata), updated: now(world) }
  return change(world, 'product', product, all, 'product.updated')
}

export const productRoutes = [
  route('POST', '/v1/products', CREATE, (world, { params }) => createProduct(world, params)),
  route(
    'GET',
    '/v1/products',
    shape({ ...PAGE, active: flag, ids: listOf(text) }),
    (world, { params: { active, ids, ...page } }) => {
      const marks = ids?.map(() => '?').join(',')
      const more = { text: marks === undefined ? '' : `and id in (${marks})`, values: ids ?? [] }
      // SQLite writes true and false of JSON as 1 and 0.
      const isActive = active === undefined ? undefined : Number(active)
      return pageOf(world, 'product', '/v1/products', page, { '$.active': isActive }, more)
    },
  ),
  route('GET', '/v1/products/:id', shape({}), (world, { id }) => find(world, 'product', id)),
  route('POST', '/v1/products/:id', UPDATE, (world, { id, params }) => updateProduct(world, id, params)),
]
