export default class AuthMiddleware {
  async handle(ctx, next) {
    await ctx.auth.authenticateUsing(['web'], { loginRoute: '/login' })
    return next()
  }
}
