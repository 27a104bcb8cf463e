// The calls about prices.
import { invalidRequest } from '../errors.ts'
import { update } from '../events.ts'
import { PAGE, listPage } from '../lists.ts'
import { CREATE_PRICE, createPrice, type Price, takeLookupKey } from '../objects/prices.ts'
import {
  emptyable,
  bool,
  listOf,
  mergedMetadata,
  metadata,
  oneOf,
  type Read,
  shape,
  text,
} from '../params.ts'
import { route } from '../routes.ts'
import { retrieve, type Context } from '../context.ts'

const UPDATE = shape({
  active: bool,
  lookup_key: emptyable(text),
  metadata,
  nickname: emptyable(text),
  tax_behavior: text,
  transfer_lookup_key: bool,
})

function updatePrice(context: Context, id: string, given: Read<typeof UPDATE>): Price {
  const price = retrieve(context, 'price', id)
  if (given.active === false) {
    const [user] = context.store.all('product', { '$.default_price': id })
    if (user?.active) {
      throw invalidRequest(
        'This price cannot be archived because it is the default price of its product.',
        undefined,
        { param: 'active' },
      )
    }
  }
  if (given.lookup_key && given.lookup_key !== price.lookup_key) {
    takeLookupKey(context, given.lookup_key, given.transfer_lookup_key ?? false)
  }
  return update(
    context,
    'price',
    price,
    {
      active: given.active ?? price.active,
      lookup_key: given.lookup_key === undefined ? price.lookup_key : given.lookup_key,
      metadata: mergedMetadata(price.metadata, given.metadata),
      nickname: given.nickname === undefined ? price.nickname : given.nickname,
    },
    'price.updated',
  )
}

const LIST = shape({
  ...PAGE,
  active: bool,
  currency: text,
  lookup_keys: listOf(text),
  product: text,
  type: oneOf('one_time', 'recurring'),
})

export const priceRoutes = [
  route('POST', '/v1/prices', CREATE_PRICE, (context, { params }) => createPrice(context, params)),
  route('GET', '/v1/prices', LIST, (context, { params }) => {
    const { active, currency, lookup_keys: keys, product, type, ...page } = params
    const where = {
      '$.active': active === undefined ? undefined : Number(active),
      '$.currency': currency,
      '$.product': product,
      '$.type': type,
    }
    const marks = keys?.map(() => '?').join(',')
    const more = { text: marks === undefined ? '' : `and lookup_key in (${marks})`, values: keys ?? [] }
    return listPage(context, 'price', '/v1/prices', page, where, more)
  }),
  route('GET', '/v1/prices/:id', shape({}), (context, { id }) => retrieve(context, 'price', id)),
  route('POST', '/v1/prices/:id', UPDATE, (context, { id, params }) => updatePrice(context, id, params)),
]
