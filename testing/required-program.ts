import { spawnSync } from 'node:child_process'

/**
 * The `skip` of a test that starts another program. Where services are required, the test runs and fails without it.
 *
 * @returns false if the program can be started
 */
export function withoutProgram(name: string): string | false {
  if (process.env['REQUIRE_SERVICES'] === '1') return false
  return spawnSync('sh', ['-c', 'command -v "$0"', name]).status === 0 ? false : `needs ${name}`
}
