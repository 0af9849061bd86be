import { msg } from '@foyer/i18n'
import { Head, Link, usePage } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { codeLifetimeMinutes, linkLifetimeMinutes } from '#app/platform/auth/limits.ts'
import { Alert } from '#web/components/Alert.tsx'
import { Button, ButtonLink } from '#web/components/Button.tsx'
import { CodeForm } from '#web/components/CodeForm.tsx'
import { Field } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { Trans, useTranslation } from '#web/i18n.tsx'
import { Guest } from '#web/Layouts/Guest.tsx'
import { route } from '#web/route.ts'

type Props = Pages['Auth/RecoverAccount']

export default function RecoverAccount(props: Props) {
  const t = useTranslation()
  const { flash, props: shared } = usePage()
  // A wrong code leads back here without the status.
  const hasSent = flash.status === 'recovery-link-sent' || shared.errors['code'] !== undefined
  const isSent = props.step === 'ready' && hasSent
  const titles = {
    ask: t('Recover your account without your mailbox'),
    waiting: t('Your recovery is waiting'),
    ready: isSent ? t('Check your email') : t('Choose a new email address'),
  }
  const title = titles[props.step]
  return (
    <>
      <Head title={title} />
      <h1 className="heading">{title}</h1>
      {props.isOver && (
        <Alert tone="attention">
          {t('The recovery that you asked for here is over: it was stopped, finished or expired.')}
        </Alert>
      )}
      {props.step === 'ask' && <Ask {...props} />}
      {props.step === 'waiting' && props.until && <Waiting readyAt={props.until} />}
      {props.step === 'ready' && <NewAddress {...props} isSent={isSent} />}
      <p className="text-muted">
        <Trans
          text="Have your mailbox back? <link>Sign in</link>"
          link={(children) => <Link href={route('login')}>{children}</Link>}
        />
      </p>
    </>
  )
}

RecoverAccount.layout = [[Guest, { panel: msg('The wait gives you time to stop anyone else.') }]]

function Ask({ isTrusted, waitHours }: Props) {
  const t = useTranslation()
  return (
    <>
      <p>
        {t(
          'You need a recovery code, and a code from your authenticator app or a browser that skips your second factor.',
        )}{' '}
        {t.n(
          waitHours,
          'Then you wait for one hour. We email every address of the account, so that its owner can stop it.',
          'Then you wait for {count} hours. We email every address of the account, so that its owner can stop it.',
        )}
      </p>
      <Form action={route('account-recovery.store')}>
        <Field name="email" label={t('Email address')} type="email" autoComplete="username" />
        <Field
          name="recovery_code"
          label={t('Recovery code')}
          hint={t("Dashes and capital letters don't matter.")}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Field
          name="code"
          label={t('Code from your authenticator app')}
          hint={
            isTrusted
              ? t('Leave it empty if your account trusts this browser.')
              : t('It changes every 30 seconds.')
          }
          inputMode="numeric"
          autoComplete="one-time-code"
          required={!isTrusted}
        />
        <Button type="submit" tone="primary" wide>
          {t('Request recovery')}
        </Button>
      </Form>
      <OtherWays />
    </>
  )
}

/** Other ways in, the same for everyone: the page knows nothing about the account. */
function OtherWays() {
  const t = useTranslation()
  return (
    <section className="grid gap-2 text-muted" aria-labelledby="other-ways">
      <h2 id="other-ways" className="text-15">
        {t("Don't have a recovery code?")}
      </h2>
      <p>
        {t(
          'They come with two-factor authentication, so many accounts have none. A passkey signs you in without a mailbox, and any other address of your account can get a new password. Otherwise write to us.',
        )}
      </p>
    </section>
  )
}

function Waiting({ readyAt }: { readyAt: string }) {
  const t = useTranslation()
  return (
    <>
      <p>
        {t(
          'Come back in this browser once the waiting time is over, and choose a new address and a new password.',
        )}
      </p>
      <p>
        <Trans
          text="The waiting time ends <time>soon</time>."
          time={() => (
            <strong className="font-medium">
              <RelativeTime at={readyAt} />
            </strong>
          )}
        />
      </p>
      <p>
        {t(
          'Until then, the owner of the account can stop it. In another browser, request it again with another recovery code: the waiting time continues.',
        )}
      </p>
      <p>
        {t(
          'Keep your app, a passkey or another recovery code at hand: signing in still asks for a second factor.',
        )}
      </p>
    </>
  )
}

function NewAddress({ until, isSent, mailboxUrl, takesCode }: Props & { isSent: boolean }) {
  const t = useTranslation()
  const timeZone = useTimezone()
  return (
    <>
      <p>{introOf(t, isSent, takesCode)}</p>
      {isSent && takesCode && (
        <CodeForm action={route('account-recovery.code')} submitLabel={t('Continue')} />
      )}
      {isSent && mailboxUrl && (
        <ButtonLink tone={takesCode ? undefined : 'primary'} wide href={mailboxUrl}>
          {t('Open the mailbox')}
        </ButtonLink>
      )}
      <div className={isSent ? 'grid gap-3 border-t pt-6' : undefined}>
        {isSent && (
          <p className="text-muted">
            {t('Nothing after a minute? Check your spam folder, or send it again.')}
          </p>
        )}
        <Form action={route('account-recovery.address')}>
          <Field name="email" label={t('New email address')} type="email" autoComplete="email" />
          <Button type="submit" tone={isSent ? undefined : 'primary'} wide>
            {isSent ? t('Send a new link') : t('Send link')}
          </Button>
        </Form>
      </div>
      {until && (
        <p className="text-muted">
          {t('You can do this until {when}.', {
            when: t.date(until, { dateStyle: 'long', timeStyle: 'short', timeZone }),
          })}
        </p>
      )}
    </>
  )
}

function introOf(t: ReturnType<typeof useTranslation>, isSent: boolean, takesCode: boolean) {
  if (!isSent) return t("The waiting time is over. We'll email a link to the new address.")
  if (takesCode) {
    return t(
      'We sent a link and a code to the new address. Open the link in this browser within {link} minutes, or enter the code within {code}.',
      { link: linkLifetimeMinutes, code: codeLifetimeMinutes },
    )
  }
  return t('Open the link in this browser. It works once, for {minutes} minutes.', {
    minutes: linkLifetimeMinutes,
  })
}
