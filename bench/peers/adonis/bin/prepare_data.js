/** Creates the tables and the account of the benchmark. */
import { createIgnitor } from './ignitor.js'

const app = createIgnitor().createApp('console')
await app.init()
await app.boot()
await app.start(async () => {
  const { default: db } = await import('@adonisjs/lucid/services/db')
  const { default: User } = await import('#models/user')
  const { schema } = db.connection()
  await schema
    .createTable('users', (table) => {
      table.increments('id')
      table.string('name').notNullable()
      table.string('email').notNullable().unique()
      table.string('password').notNullable()
      table.timestamp('email_verified_at')
      table.string('photo_url')
      table.string('locale')
      table.string('timezone')
      table.timestamp('created_at').notNullable()
    })
    .createTable('email_addresses', (table) => {
      table.increments('id')
      table.integer('user_id').notNullable().index().references('users.id')
      table.string('email').notNullable()
    })
    .createTable('notification_settings', (table) => {
      table.integer('user_id').notNullable().references('users.id')
      table.string('kind').notNullable()
      table.string('mail').notNullable()
      table.string('app').notNullable()
      table.primary(['user_id', 'kind'])
    })
    .createTable('sessions', (table) => {
      table.string('id').primary()
      table.text('data').notNullable()
      table.string('user_id').index()
      table.timestamp('expires_at').notNullable().index()
    })
  const { ACCOUNT_NAME: name, ACCOUNT_EMAIL: email, ACCOUNT_PASSWORD: password } = process.env
  const { DateTime } = await import('luxon')
  await User.create({ name, email, password, emailVerifiedAt: DateTime.now() })
})
await app.terminate()
