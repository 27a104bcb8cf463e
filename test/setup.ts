// Runs before each test file: sets the seed of property tests and how often they run.
import fc from 'fast-check'
import { runs, runSeed } from './test-scope.ts'

fc.configureGlobal({ seed: runSeed, numRuns: runs(100) })
