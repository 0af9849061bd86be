import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

const estimate = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

// Guessing time grows with the square of the length; what comes after this is not worth the wait.
const longestMeasured = 64

/** @returns 0 (guessed at once) to 4 (guessed in centuries) */
export function passwordScore(password: string): number {
  return estimate.check(password.slice(0, longestMeasured)).score
}
