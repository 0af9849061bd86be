import { z } from 'zod'

import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { route } from '#app/platform/route.ts'

import { untrustDevices } from './untrust-devices.ts'

/** No confirmation is required: ending trust only adds a step to the next sign-in. */
export function trustedDeviceRoutes(app: App) {
  app.route({
    ...routeOptions('trusted-device.destroy'),
    schema: { params: z.object({ device: z.string() }) },
    async handler(request, reply) {
      const { device } = request.params
      await inTransaction(app.db, (tx) => untrustDevices(tx, request.actor(), [device]))
      return reply.flash({ status: 'device-untrusted' }).back(route('profile.security'))
    },
  })

  app.route({
    ...routeOptions('trusted-devices.destroy'),
    async handler(request, reply) {
      await inTransaction(app.db, (tx) => untrustDevices(tx, request.actor(), 'every'))
      return reply.flash({ status: 'devices-untrusted' }).back(route('profile.security'))
    },
  })
}
