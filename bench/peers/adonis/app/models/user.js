import { withAuthFinder } from '@adonisjs/auth/mixins/lucid'
import { compose } from '@adonisjs/core/helpers'
import hash from '@adonisjs/core/services/hash'
import { BaseModel, column } from '@adonisjs/lucid/orm'

export default class User extends compose(
  BaseModel,
  withAuthFinder(() => hash.use()),
) {
  forPage() {
    return {
      id: this.id,
      name: this.name,
      email: this.email,
      emailVerifiedAt: this.emailVerifiedAt?.toISO() ?? null,
      memberSince: this.createdAt.toISO(),
      photoUrl: this.photoUrl,
      maxPhotoMegabytes: 8,
      locale: this.locale,
      timezone: this.timezone,
    }
  }
}

// Decorators as the TypeScript compiler calls them.
column({ isPrimary: true })(User.prototype, 'id')
for (const name of ['name', 'email', 'photoUrl', 'locale', 'timezone'])
  column()(User.prototype, name)
column({ serializeAs: null })(User.prototype, 'password')
column.dateTime()(User.prototype, 'emailVerifiedAt')
column.dateTime({ autoCreate: true })(User.prototype, 'createdAt')
