// Saved signals: a private list, whose outcomes are alerts.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Paging } from '../wire.ts'
import { Signal } from './signals.ts'

const SaveStatus = z.object({ isSaved: z.boolean() })
const params = z.object({ signalId: Id })

export const bookmarks = {
  list: endpoint({
    method: 'GET',
    path: '/api/bookmarks',
    summary: 'The signals that the viewer saved and may still see, newest saved first',
    access: 'member',
    query: z.object(Paging),
    reply: z.array(Signal),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/bookmarks/:signalId',
    summary: 'Saves a signal, without telling anybody; saving it twice changes nothing',
    access: 'member',
    params,
    reply: SaveStatus,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/bookmarks/:signalId',
    summary: 'Removes a saved signal; removing it twice changes nothing',
    access: 'member',
    params,
    reply: SaveStatus,
  }),
}
