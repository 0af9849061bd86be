import type { ComponentType } from 'react'

const files = import.meta.glob<{ default: ComponentType }>([
  './Pages/**/*.tsx',
  '!./Pages/**/Partials/**',
])

/**
 * The page, with all its sections in the same file: React throws away what the server drew for a part that is not there
 * when anything around it changes.
 *
 * @throws when no page has that name; sections of a page have none
 */
export async function resolvePage(name: string): Promise<ComponentType> {
  const path = `./Pages/${name}.tsx`
  const load = Object.hasOwn(files, path) ? files[path] : undefined
  if (!load) throw new Error('Page not found')
  return (await load()).default
}
