// Before each test file: properties are tried with the seed of this run, and fewer times than in a full run.
import fc from 'fast-check'
import { runs, runSeed } from './full.ts'

fc.configureGlobal({ seed: runSeed, numRuns: runs(100) })
