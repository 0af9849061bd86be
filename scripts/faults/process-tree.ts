import { readFileSync } from 'node:fs'

export function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return children.split(' ').filter(Boolean).map(Number)
}

export function isZombie(pid: number): boolean {
  return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
}

export function megabytesOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}
