// The calls about prices.
import { refused } from '../errors.ts'
import { change } from '../events.ts'
import { PAGE, pageOf } from '../lists.ts'
import { CREATE_PRICE, createPrice, type Price, takeLookupKey } from '../objects/prices.ts'
import {
  emptyable,
  flag,
  listOf,
  mergedMetadata,
  metadata,
  oneOf,
  type Read,
  shape,
  text,
} from '../params.ts'
import { route } from '../routes.ts'
import { find, type World } from '../world.ts'

const UPDATE = shape({
  active: flag,
  lookup_key: emptyable(text),
  metadata,
  nickname: emptyable(text),
  tax_behavior: text,
  transfer_lookup_key: flag,
})

function updatePrice(world: World, id: string, given: Read<typeof UPDATE>): Price {
  const price = find(world, 'price', id)
  if (given.active === false) {
    const [user] = world.store.all('product', { '$.default_price': id })
    if (user?.active) {
      throw refused(
        'This price cannot be archived because it is the default price of its product.',
        undefined,
        { param: 'active' },
      )
    }
  }
  if (given.lookup_key && given.lookup_key !== price.lookup_key) {
    takeLookupKey(world, given.lookup_key, given.transfer_lookup_key ?? false)
  }
  return change(
    world,
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
  active: flag,
  currency: text,
  lookup_keys: listOf(text),
  product: text,
  type: oneOf('one_time', 'recurring'),
})

export const priceRoutes = [
  route('POST', '/v1/prices', CREATE_PRICE, (world, { params }) => createPrice(world, params)),
  route('GET', '/v1/prices', LIST, (world, { params }) => {
    const { active, currency, lookup_keys: keys, product, type, ...page } = params
    const where = {
      '$.active': active === undefined ? undefined : Number(active),
      '$.currency': currency,
      '$.product': product,
      '$.type': type,
    }
    const marks = keys?.map(() => '?').join(',')
    const more = { text: marks === undefined ? '' : `and lookup_key in (${marks})`, values: keys ?? [] }
    return pageOf(world, 'price', '/v1/prices', page, where, more)
  }),
  route('GET', '/v1/prices/:id', shape({}), (world, { id }) => find(world, 'price', id)),
  route('POST', '/v1/prices/:id', UPDATE, (world, { id, params }) => updatePrice(world, id, params)),
]
