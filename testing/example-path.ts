import type { Route } from '#app/routes.ts'

/** A path that matches the route's parameter patterns. */
export function examplePath({ path, where }: Pick<Route, 'path' | 'where'>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const pattern = where?.[name] ?? ''
    const id = '0'.repeat(36)
    if (pattern.startsWith('msg_')) return `msg_${'0'.repeat(32)}`
    if (pattern.includes('\\.')) return `${id}.${'A'.repeat(43)}`
    if (pattern.includes('36')) return id
    if (pattern.startsWith('[1-9]')) return '1'
    if (pattern.startsWith('[a-z]')) return 'example'
    return pattern.includes('22') ? 'A'.repeat(22) : pattern.includes('96') ? '96' : 'A'.repeat(43)
  })
}
