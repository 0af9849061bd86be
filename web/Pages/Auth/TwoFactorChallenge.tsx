import { Head, Link } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Guest } from '#web/Layouts/Guest.tsx'
import { Button } from '#web/parts/Button.tsx'
import { CodeField } from '#web/parts/CodeField.tsx'
import { Field } from '#web/parts/Field.tsx'
import { Form } from '#web/parts/Form.tsx'
import { route } from '#web/route.ts'
import { T, useText } from '#web/text.tsx'

export default function TwoFactorChallenge({ by }: Pages['Auth/TwoFactorChallenge']) {
  const t = useText()
  const isCode = by === 'code'
  const title = isCode ? t('Enter the code from your app') : t('Enter a recovery code')
  const other = isCode ? 'recovery-code' : 'code'
  return (
    <>
      <Head title={title} />
      <h1 className="heading">{title}</h1>
      <p>
        {isCode
          ? t('Your password was right. Now your authenticator app shows a code for this account.')
          : t('One of those you put away when you turned two-factor on. Each works once.')}
      </p>
      <Form key={by} action={route('two-factor.login.store')}>
        {isCode ? (
          <CodeField
            name="code"
            label={t('Six-digit code')}
            hint={t('It changes every 30 seconds.')}
            first
          />
        ) : (
          <Field
            name="recovery_code"
            label={t('Recovery code')}
            hint={t('Dashes and capitals do not matter.')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- Who is asked for a code came to type it.
            autoFocus
          />
        )}
        <Button type="submit" tone="primary" wide>
          {t('Sign in')}
        </Button>
      </Form>
      <div className="grid gap-2 text-muted">
        <p>
          <Link href={route('two-factor.login', { by: other })}>
            {isCode ? t('Use a recovery code instead') : t('Use the code from your app instead')}
          </Link>
        </p>
        <p>
          <T
            text="Someone else? <link>Start again</link>"
            link={(words) => <Link href={route('login')}>{words}</Link>}
          />
        </p>
      </div>
    </>
  )
}

TwoFactorChallenge.layout = [Guest]
