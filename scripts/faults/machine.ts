import { spawnSync } from 'node:child_process'

export const isRoot = process.getuid?.() === 0

export function hasProgram(name: string): boolean {
  return spawnSync(name, ['--version']).error === undefined
}
