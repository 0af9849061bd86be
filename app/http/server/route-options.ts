import { type AccessRule, type Route, type RouteName, routes } from '#app/routes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may come in; see app/routes.ts. */
    access?: AccessRule
    allowOnHold?: boolean | undefined
    allowWithoutSecondFactor?: boolean | undefined
    confirmedWithinMinutes?: number | undefined
    permission?: Route['permission']
    routeName?: RouteName
    formPage?: string | undefined
  }
}

/** The method, address and authorisation of a named route, in the words Fastify knows. */
export function routeOptions(name: RouteName) {
  const route: Route = routes[name]
  const { method, path, where, ...rest } = route
  const url = path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const pattern = where?.[parameter]
    return pattern ? `:${parameter}(^${pattern}$)` : `:${parameter}`
  })
  return { method, url, config: { ...rest, routeName: name } }
}

/** The same for a route that has nothing to do with pages: no person is looked up for it, and any name of this machine will do. */
export function machineEndpoint(name: RouteName) {
  const { config, ...rest } = routeOptions(name)
  return { ...rest, config: { ...config, inertia: false as const } }
}
