import type { Route } from '#app/routes.ts'

/** Any address that the route's formats allow. */
export function examplePath({ path, where: formats }: Pick<Route, 'path' | 'where'>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const format = formats?.[name] ?? ''
    const id = '0'.repeat(36)
    if (format.includes('\\.')) return `${id}.${'A'.repeat(43)}`
    if (format.includes('36')) return id
    if (format.startsWith('[1-9]')) return '1'
    return format.includes('22') ? 'A'.repeat(22) : format.includes('96') ? '96' : 'A'.repeat(43)
  })
}
