// The only place that reads real time and real chance; all else is handed a moment or a seed.
import { randomUUID } from 'node:crypto'

export const realNow = () => new Date()
export const nowMs = () => Date.now()
export const newId = () => randomUUID()
