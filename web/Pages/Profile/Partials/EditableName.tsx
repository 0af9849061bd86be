import { type ReactNode, useEffect, useRef, useState } from 'react'

import type { ConfirmationLevel } from '#app/confirmation-level.ts'
import { Button } from '#web/components/Button.tsx'
import { Field } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { pencil } from '#web/components/icons/pencil.ts'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'

interface Props {
  icon: string
  /** The visible text: the value, unless that is empty. */
  text: string
  value: string
  /** Shown beside the text. */
  badge?: ReactNode
  /** Target of the form that stores the name. */
  action: string
  errorBag: string
  level: ConfirmationLevel
  maxLength: number
  /** An empty name brings the original text back. */
  isOptional?: boolean
}

/** A name with a button that turns it into a form. */
export function EditableName({ icon, text, badge, ...form }: Props) {
  const t = useTranslation()
  const [isEditing, setEditing] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)

  useEffect(() => {
    if (wasEditing.current && !isEditing) editButton.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])

  if (isEditing) return <RenameForm {...form} onClose={() => setEditing(false)} />
  return (
    <span className="device">
      <Icon path={icon} />
      <span className="wrap-anywhere">
        {text} {badge}
      </span>
      <button
        ref={editButton}
        type="button"
        className="icon-button needs-script"
        aria-label={t('Rename {name}', { name: text })}
        onClick={() => setEditing(true)}
      >
        <Icon path={pencil} small />
      </button>
    </span>
  )
}

type RenameFormProps = Omit<Props, 'icon' | 'text' | 'badge'> & { onClose: () => void }

function RenameForm({ value, level, maxLength, isOptional, onClose, ...target }: RenameFormProps) {
  const t = useTranslation()
  const confirm = useConfirmation(level)
  return (
    <Form {...target} method="put" confirm={confirm} onSuccess={onClose}>
      <Field
        name="name"
        label={t('Name')}
        autoComplete="off"
        maxLength={maxLength}
        required={!isOptional}
        data-missing={t('Enter a name.')}
        defaultValue={value}
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
