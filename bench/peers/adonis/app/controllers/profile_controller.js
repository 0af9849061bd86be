import db from '@adonisjs/lucid/services/db'

const notificationSubjects = [
  { kind: 'security', about: 'Security', mail: 'always', app: 'on' },
  { kind: 'export', about: 'Data exports', mail: 'always', app: 'on' },
  { kind: 'team', about: 'Teams', mail: 'on', app: 'on' },
]

export default class ProfileController {
  async show({ inertia, auth }) {
    const { id } = auth.user
    const addresses = await db.from('email_addresses').select('email').where('user_id', id)
    const settings = await db.from('notification_settings').where('user_id', id)
    return inertia.render('profile', {
      emailAddresses: { rows: addresses, max: 5 },
      notificationSettings: notificationSubjects.map((defaults) => {
        const chosen = settings.find(({ kind }) => kind === defaults.kind)
        return chosen ? { ...defaults, mail: chosen.mail, app: chosen.app } : defaults
      }),
    })
  }
}
