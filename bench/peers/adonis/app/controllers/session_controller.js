import vine from '@vinejs/vine'

import User from '#models/user'

const validator = vine.compile(
  vine.object({ email: vine.string().email(), password: vine.string().maxLength(128) }),
)

export default class SessionController {
  create({ inertia }) {
    return inertia.render('login', {})
  }

  async store({ request, auth, response }) {
    const { email, password } = await request.validateUsing(validator)
    const user = await User.verifyCredentials(email, password)
    await auth.use('web').login(user)
    return response.redirect().toPath('/profile')
  }
}
