import { type Access, type Route, type RouteName, routes } from '#app/routes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may come in; see app/routes.ts. */
    access?: Access
    whileHeld?: boolean | undefined
    setsUpSecondFactor?: boolean | undefined
    confirmedMinutes?: number | undefined
    ability?: Route['ability']
    routeName?: RouteName
    page?: string | undefined
  }
}

/** The method, address and authorisation of a named route, in the words Fastify knows. */
export function at(name: RouteName) {
  const route: Route = routes[name]
  const { method, path, formats, ...rest } = route
  const url = path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const format = formats?.[parameter]
    return format ? `:${parameter}(^${format}$)` : `:${parameter}`
  })
  return { method, url, config: { ...rest, routeName: name } }
}

/** The same for a route that has nothing to do with pages: no person is looked up for it, and any name of this machine will do. */
export function forPrograms(name: RouteName) {
  const { config, ...rest } = at(name)
  return { ...rest, config: { ...config, inertia: false as const } }
}
