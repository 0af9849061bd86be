import { useEffect, useRef, useState } from 'react'

import type { PasskeyRow } from '#app/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { Field } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { key } from '#web/components/icons/key.ts'
import { pencil } from '#web/components/icons/pencil.ts'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

export function PasskeyName({ id, name }: PasskeyRow) {
  const t = useTranslation()
  const [isEditing, setEditing] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)

  useEffect(() => {
    if (wasEditing.current && !isEditing) editButton.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])

  if (isEditing) return <RenameForm id={id} name={name} onClose={() => setEditing(false)} />
  return (
    <span className="device">
      <Icon path={key} />
      <span className="wrap-anywhere">{name}</span>
      <button
        ref={editButton}
        type="button"
        className="icon-button needs-script"
        aria-label={t('Rename {name}', { name })}
        onClick={() => setEditing(true)}
      >
        <Icon path={pencil} small />
      </button>
    </span>
  )
}

function RenameForm({
  id,
  name,
  onClose,
}: Pick<PasskeyRow, 'id' | 'name'> & { onClose: () => void }) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  return (
    <Form
      action={route('passkey.update', { passkey: id })}
      method="put"
      errorBag={`passkey-${id}`}
      confirm={confirm}
      onSuccess={onClose}
    >
      <Field
        name="name"
        label={t('Name')}
        autoComplete="off"
        maxLength={255}
        data-missing={t('Enter a name.')}
        defaultValue={name}
        onKeyDown={({ key: pressedKey }) => pressedKey === 'Escape' && onClose()}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- The rename button opens this form.
        autoFocus
      />
      <div className="form-actions">
        <Button type="submit">{t('Save the name')}</Button>
        <Button tone="quiet" onClick={onClose}>
          {t('Cancel')}
        </Button>
      </div>
    </Form>
  )
}
