// The calls about products.
import { invalidRequest } from '../errors.ts'
import { update, emit } from '../events.ts'
import { PAGE, listPage } from '../lists.ts'
import { createPrice } from '../objects/prices.ts'
import { CREATE_PRODUCT, newProduct, type Product, PRODUCT_FIELDS } from '../objects/products.ts'
import { bool, listOf, mergedMetadata, type Read, shape, text } from '../params.ts'
import { route } from '../routes.ts'
import { retrieve, save, now, type Context } from '../context.ts'

const UPDATE = shape({ ...PRODUCT_FIELDS, name: text, default_price: text })

function createProduct(context: Context, given: Read<typeof CREATE_PRODUCT>): Product {
  if (given.id && context.store.get('product', given.id)) {
    throw invalidRequest(`Product already exists.`, 'resource_already_exists', { param: 'id' })
  }
  const product = newProduct(context, given)
  save(context, 'product', product)
  emit(context, 'product.created', product)
  if (!given.default_price_data) return product
  const price = createPrice(context, { ...given.default_price_data, product: product.id })
  return update(context, 'product', product, { default_price: price.id })
}

function updateProduct(context: Context, id: string, given: Read<typeof UPDATE>): Product {
  const product = retrieve(context, 'product', id)
  if (given.default_price) {
    const price = retrieve(context, 'price', given.default_price, 'default_price')
    if (price.product !== id) {
      throw invalidRequest(
        `The price specified by \`${price.id}\` can not be set as the default price because it does not belong to the product \`${id}\`.`,
        undefined,
        { param: 'default_price' },
      )
    }
  }
  const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const all = {
    ...changes,
    metadata: mergedMetadata(product.metadata, given.metadata),
    updated: now(context),
  }
  return update(context, 'product', product, all, 'product.updated')
}

export const productRoutes = [
  route('POST', '/v1/products', CREATE_PRODUCT, (context, { params }) => createProduct(context, params)),
  route(
    'GET',
    '/v1/products',
    shape({ ...PAGE, active: bool, ids: listOf(text) }),
    (context, { params: { active, ids, ...page } }) => {
      const marks = ids?.map(() => '?').join(',')
      const more = { text: marks === undefined ? '' : `and id in (${marks})`, values: ids ?? [] }
      // SQLite extracts JSON booleans as 1 and 0.
      const isActive = active === undefined ? undefined : Number(active)
      return listPage(context, 'product', '/v1/products', page, { '$.active': isActive }, more)
    },
  ),
  route('GET', '/v1/products/:id', shape({}), (context, { id }) => retrieve(context, 'product', id)),
  route('POST', '/v1/products/:id', UPDATE, (context, { id, params }) => updateProduct(context, id, params)),
]
