import { Head } from '@inertiajs/react'
import type { ReactNode } from 'react'

import type { Pages } from '#app/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { Form } from '#web/components/Form.tsx'
import { Trans, useTranslation } from '#web/i18n.tsx'
import { Guest } from '#web/Layouts/Guest.tsx'

export default function EmailChange(props: Pages['Auth/EmailChange']) {
  const t = useTranslation()
  const isUndo = props.step === 'undo'
  const title = isUndo ? t('Take your address back') : t('Confirm your new address')
  return (
    <>
      <Head title={title} />
      <h1 className="heading">{title}</h1>
      {isUndo ? <UndoChange {...props} /> : <ConfirmChange {...props} />}
    </>
  )
}

EmailChange.layout = [Guest]

const strong = (children: ReactNode) => <strong className="font-medium">{children}</strong>

function ConfirmChange({ name, email, action }: Pages['Auth/EmailChange']) {
  const t = useTranslation()
  return (
    <>
      <p>
        <Trans
          text="One click, and <address>{email}</address> is the address of {name}'s account: where its mail goes, and what it signs in with."
          values={{ name, email }}
          address={strong}
        />
      </p>
      <Form action={action}>
        <Button type="submit" tone="primary" wide>
          {t('Confirm this address')}
        </Button>
      </Form>
      <p className="text-muted">
        {t('Did somebody else ask for this? Close the page, and nothing changes.')}
      </p>
    </>
  )
}

function UndoChange({ name, email, action }: Pages['Auth/EmailChange']) {
  const t = useTranslation()
  return (
    <>
      <p>
        <Trans
          text="One click, and <address>{email}</address> is the address of {name}'s account again. Every session ends, and a link to choose a new password goes to this address."
          values={{ name, email }}
          address={strong}
        />
      </p>
      <Form action={action}>
        <Button type="submit" tone="primary" wide>
          {t('It was not me, take the address back')}
        </Button>
      </Form>
      <p className="text-muted">
        {t('Was it you after all? Close this page, and nothing changes.')}
      </p>
    </>
  )
}
