import { useEffect, useRef, useState } from 'react'

import type { PasskeyRow } from '#app/pages.ts'
import { Button } from '#web/parts/Button.tsx'
import { useConfirmation } from '#web/parts/confirmation.ts'
import { Field } from '#web/parts/Field.tsx'
import { Form } from '#web/parts/Form.tsx'
import { Icon } from '#web/parts/Icon.tsx'
import { key } from '#web/parts/icons/key.ts'
import { pencil } from '#web/parts/icons/pencil.ts'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

/** The name, and in its place the field to change it. */
export function PasskeyName({ id, name }: PasskeyRow) {
  const t = useText()
  const [isEditing, edit] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)

  useEffect(() => {
    if (wasEditing.current && !isEditing) opener.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])

  if (isEditing) return <Rename id={id} name={name} onEnd={() => edit(false)} />
  return (
    <span className="device">
      <Icon of={key} />
      <span className="wrap-anywhere">{name}</span>
      <button
        ref={opener}
        type="button"
        className="icon-button needs-script"
        aria-label={t('Rename {name}', { name })}
        onClick={() => edit(true)}
      >
        <Icon of={pencil} small />
      </button>
    </span>
  )
}

function Rename({ id, name, onEnd }: Pick<PasskeyRow, 'id' | 'name'> & { onEnd: () => void }) {
  const t = useText()
  const confirm = useConfirmation(15)
  return (
    <Form
      action={route('passkey.update', { passkey: id })}
      method="put"
      bag={`passkey-${id}`}
      ask={confirm}
      onSuccess={onEnd}
    >
      <Field
        name="name"
        label={t('Name')}
        autoComplete="off"
        maxLength={255}
        data-missing={t('Enter a name.')}
        defaultValue={name}
        onKeyDown={({ key: pressed }) => pressed === 'Escape' && onEnd()}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- Who asked to rename types next.
        autoFocus
      />
      <div className="form-actions">
        <Button type="submit">{t('Save the name')}</Button>
        <Button tone="quiet" onClick={onEnd}>
          {t('Cancel')}
        </Button>
      </div>
    </Form>
  )
}
