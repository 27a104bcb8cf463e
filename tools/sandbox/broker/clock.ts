// The only file that reads the real time and real randomness. Everything else gets a time or a seed.
import { randomUUID } from 'node:crypto'

export const realNow = () => new Date()
export const nowMs = () => Date.now()
export const newId = () => randomUUID()
