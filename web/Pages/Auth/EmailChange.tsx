import { msg, type Message } from '@foyer/i18n'
import { Head } from '@inertiajs/react'
import type { ReactNode } from 'react'

import { undoLinkDays } from '#app/account-takeover/limits.ts'
import type { AccessKind } from '#app/account-takeover/pages.ts'
import type { Pages } from '#app/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { Checkbox } from '#web/components/Checkbox.tsx'
import { Form } from '#web/components/Form.tsx'
import { Trans, useTranslation } from '#web/i18n.tsx'
import { Guest } from '#web/Layouts/Guest.tsx'

type Props = Pages['Auth/EmailChange']

export default function EmailChange(props: Props) {
  const t = useTranslation()
  const isUndo = props.step === 'undo'
  const title = isUndo ? t('Restore your email address') : t('Confirm your new email address')
  return (
    <>
      <Head title={title} />
      <h1 className="heading">{title}</h1>
      {isUndo ? <UndoChange {...props} /> : <ConfirmChange {...props} />}
    </>
  )
}

EmailChange.layout = [[Guest, { panel: msg('Your account stays yours.') }]]

const strong = (children: ReactNode) => <strong className="font-medium">{children}</strong>

function ConfirmChange({ name, email, account, action }: Props) {
  const t = useTranslation()
  return (
    <>
      <p>{t("Your address becomes that of this account. You'll sign in with it.")}</p>
      <dl className="change-facts">
        <div>
          <dt>{t('Account')}</dt>
          <dd>{name}</dd>
        </div>
        {account && <AccountAge {...account} />}
        <div>
          <dt>{t('New address')}</dt>
          <dd>{strong(email)}</dd>
        </div>
      </dl>
      {account && <WaysBack {...account} />}
      <Form action={action}>
        {account && (
          <Checkbox name="remove_access">
            {t(
              "Remove every other way in, so nobody can take the account back. You'll choose a new password. Tick this if you didn't create the account.",
            )}
          </Checkbox>
        )}
        <Button type="submit" tone="primary" wide>
          {t('Confirm email address')}
        </Button>
      </Form>
      <p className="text-muted">
        {t("Didn't request this? Close this page, and nothing changes.")}
      </p>
    </>
  )
}

type Account = NonNullable<Props['account']>

function AccountAge({ createdAt, earlierAddresses }: Account) {
  const t = useTranslation()
  const date = t.date(Date.parse(createdAt), { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <>
      <div>
        <dt>{t('Account created')}</dt>
        <dd>
          <time dateTime={createdAt}>{date}</time>
        </dd>
      </div>
      <div>
        <dt>{t('Address today')}</dt>
        <dd translate="no">{earlierAddresses[0]}</dd>
      </div>
    </>
  )
}

/** A stranger can move an account of theirs here, wait, and take it back with what is in it by then. */
function WaysBack({ earlierAddresses, access }: Account) {
  const t = useTranslation()
  const list = new Intl.ListFormat(t.locale)
  const kinds = access.map((kind) => t(accessLabels[kind]))
  return (
    <ul className="change-effects">
      {kinds.length > 0 && (
        <li>{t('These still give access to it: {list}.', { list: list.format(kinds) })}</li>
      )}
      <li>
        {t('For {days} days, {addresses} can take it back.', {
          days: undoLinkDays,
          addresses: list.format(earlierAddresses),
        })}
      </li>
    </ul>
  )
}

const accessLabels: Record<AccessKind, Message> = {
  password: msg('its password'),
  passkeys: msg('passkeys'),
  'linked-accounts': msg('accounts at other providers'),
  'email-addresses': msg('more email addresses'),
  'two-factor': msg('an authenticator app'),
  sessions: msg('signed-in devices'),
  tokens: msg('its API tokens'),
}

function UndoChange({ name, email, action }: Props) {
  const t = useTranslation()
  return (
    <>
      <p>
        <Trans
          text="This makes <address>{email}</address> the address of {name}'s account again. It signs out every device, and we'll send you a link to choose a new password."
          values={{ name, email }}
          address={strong}
        />
      </p>
      <Form action={action}>
        <Button type="submit" tone="primary" wide>
          {t('Restore my address')}
        </Button>
      </Form>
      <p className="text-muted">{t('Was it you? Close this page, and nothing changes.')}</p>
    </>
  )
}
