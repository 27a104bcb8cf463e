// Runs before each test file: sets the seed of property tests and how often they run, and makes passwords quick to hash.
import fc from 'fast-check'
import { hashing } from '#server/features/auth/passwords.ts'
import { runs, runSeed } from './test-scope.ts'

fc.configureGlobal({ seed: runSeed, numRuns: runs(100) })

// Tests sign in thousands of times. Journeys and benches hash as the product does.
hashing.strength = { memoryCost: 64, timeCost: 1, parallelism: 1 }
