import { requireConfirmation } from '#app/http/security/guards.ts'
import { withAttemptLimit, passwordAttempt } from '#app/http/security/password-attempts.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions, machineEndpoint } from '#app/http/server/route-options.ts'
import type { PasswordPolicy } from '#app/platform/auth/password-rules.ts'
import { route } from '#app/platform/route.ts'

import { removePassword } from './remove-password.ts'
import { updatePassword, updatePasswordForm } from './update-password.ts'

export function changePasswordRoutes(app: App, policy: PasswordPolicy) {
  app.route({
    ...routeOptions('user-password.update'),
    schema: { body: updatePasswordForm(policy.passwordMinLength) },
    async handler(request, reply) {
      const actor = request.actor()
      const attempt = passwordAttempt(app, actor.userId, 'current_password')
      const session = await withAttemptLimit(app, { request, reply, attempt }, () =>
        updatePassword(request.context(), actor, {
          form: request.body,
          policy,
          requireConfirmation: () => requireConfirmation(request, 'sensitive'),
        }),
      )
      await reply.signIn(session, request.currentUser().remembered === 1)
      return respond(reply, { status: 'password-updated' })
    },
  })

  app.route({
    ...routeOptions('user-password.destroy'),
    async handler(request, reply) {
      const session = await removePassword(request.context(), request.actor())
      await reply.signIn(session, request.currentUser().remembered === 1)
      return respond(reply, { status: 'password-removed' })
    },
  })

  app.route({
    ...machineEndpoint('well-known.change-password'),
    handler: (_request, reply) => reply.redirect(`${route('profile.security')}#password`),
  })
}
