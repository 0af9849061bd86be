import type { ComponentType } from 'react'

const pageModules = import.meta.glob<{ default: ComponentType }>([
  './Pages/**/*.tsx',
  '!./Pages/**/Partials/**',
])

/** The module of a page, which names its own `layout`. @throws `Page not found` for an unknown name; Partials are not pages */
export async function resolvePage(name: string): Promise<ComponentType> {
  const path = `./Pages/${name}.tsx`
  const load = Object.hasOwn(pageModules, path) ? pageModules[path] : undefined
  if (!load) throw new Error('Page not found')
  return (await load()).default
}
