import BaseInertiaMiddleware from '@adonisjs/inertia/inertia_middleware'

export default class InertiaMiddleware extends BaseInertiaMiddleware {
  share(ctx) {
    const { session, auth } = ctx
    return {
      errors: ctx.inertia.always(this.getValidationErrors(ctx)),
      flash: ctx.inertia.always({ success: session?.flashMessages.get('success') }),
      user: ctx.inertia.always(auth?.user?.forPage() ?? null),
      languages: [
        { code: 'en', name: 'English' },
        { code: 'de', name: 'Deutsch' },
        { code: 'fr', name: 'Français' },
      ],
    }
  }

  async handle(ctx, next) {
    await this.init(ctx)
    const output = await next()
    this.dispose(ctx)
    return output
  }
}
