import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

// zxcvbn takes quadratic time, so only the beginning is scored.
const maxMeasuredLength = 64

/** @returns 0 (guessed instantly) to 4 (takes centuries) */
export function passwordScore(password: string): number {
  return estimator.check(password.slice(0, maxMeasuredLength)).score
}
