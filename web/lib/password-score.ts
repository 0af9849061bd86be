import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

// Guessing time grows with the square of the length; what comes after this is not worth the wait.
const maxMeasuredLength = 64

/** @returns 0 (guessed at once) to 4 (guessed in centuries) */
export function passwordScore(password: string): number {
  return estimator.check(password.slice(0, maxMeasuredLength)).score
}
