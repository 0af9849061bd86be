import { Head } from '@inertiajs/react'
import type { ReactNode } from 'react'

import type { Pages } from '#app/pages.ts'
import { Guest } from '#web/Layouts/Guest.tsx'
import { Button } from '#web/parts/Button.tsx'
import { Form } from '#web/parts/Form.tsx'
import { T, useText } from '#web/text.tsx'

export default function EmailChange(props: Pages['Auth/EmailChange']) {
  const t = useText()
  const isUndo = props.step === 'undo'
  const title = isUndo ? t('Take your address back') : t('Confirm your new address')
  return (
    <>
      <Head title={title} />
      <h1 className="heading">{title}</h1>
      {isUndo ? <Undo {...props} /> : <Confirm {...props} />}
    </>
  )
}

EmailChange.layout = [Guest]

const strong = (words: ReactNode) => <strong className="font-medium">{words}</strong>

function Confirm({ name, email, action }: Pages['Auth/EmailChange']) {
  const t = useText()
  return (
    <>
      <p>
        <T
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

function Undo({ name, email, action }: Pages['Auth/EmailChange']) {
  const t = useText()
  return (
    <>
      <p>
        <T
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
