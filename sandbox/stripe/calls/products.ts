// The calls about products.
import { refused } from '../errors.ts'
import { change, emit } from '../events.ts'
import { PAGE, pageOf } from '../lists.ts'
import { createPrice } from '../objects/prices.ts'
import { CREATE_PRODUCT, newProduct, type Product, PRODUCT_FIELDS } from '../objects/products.ts'
import { flag, listOf, mergedMetadata, type Read, shape, text } from '../params.ts'
import { route } from '../routes.ts'
import { find, keep, now, type World } from '../world.ts'

const UPDATE = shape({ ...PRODUCT_FIELDS, name: text, default_price: text })

function createProduct(world: World, given: Read<typeof CREATE_PRODUCT>): Product {
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
  route('POST', '/v1/products', CREATE_PRODUCT, (world, { params }) => createProduct(world, params)),
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
