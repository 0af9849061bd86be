import { readFile } from 'node:fs/promises'

export async function npmStartOptions(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8'))
  return String(scripts.start)
    .split(' ')
    .filter((word) => word.startsWith('--'))
}
