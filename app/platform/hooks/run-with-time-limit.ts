/**
 * Runs one hook. After the time limit its signal aborts and its result is ignored.
 *
 * @throws when it takes too long, and whatever it throws
 */
export async function runWithTimeLimit(
  name: string,
  timeLimitMs: number,
  call: (signal: AbortSignal) => Promise<void> | void,
): Promise<void> {
  const abort = new AbortController()
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const error = new Error(`A hook ${name} took longer than ${timeLimitMs} ms`)
    abort.abort(error)
    reject(error)
  }, timeLimitMs)
  try {
    await Promise.race([call(abort.signal), timeout])
  } finally {
    clearTimeout(timer)
  }
}
