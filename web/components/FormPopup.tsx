import { useEffect, useId, useRef } from 'react'

import { useTranslation } from '#web/i18n.tsx'

import { Button } from './Button.tsx'
import { Form, type FormProps } from './Form.tsx'

interface Props extends FormProps {
  /** Visible text of the opening button; `triggerLabel` is its accessible name. */
  triggerText: string
  triggerLabel: string
  title: string
  /** A verb and its object. */
  submitLabel: string
  tone?: 'primary' | 'danger'
  triggerStyle?: 'link' | 'button'
}

/**
 * A form in a native popover, so that it opens without script and stays open below a confirmation dialog. When to use it:
 * see `Disclosure`.
 */
export function FormPopup({
  triggerText,
  triggerLabel,
  title,
  submitLabel,
  tone = 'primary',
  triggerStyle = 'link',
  children,
  ...form
}: Props) {
  const t = useTranslation()
  const id = useId()
  const panel = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const { current } = panel
    const closeOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && current?.hidePopover()
    current?.addEventListener('keydown', closeOnEscape)
    return () => current?.removeEventListener('keydown', closeOnEscape)
  }, [])

  return (
    <>
      <button
        type="button"
        className={triggerStyle === 'link' ? 'link-button' : 'button'}
        data-tone={tone === 'danger' ? tone : undefined}
        popoverTarget={id}
        aria-label={triggerLabel}
      >
        {triggerText}
      </button>
      <dialog
        ref={panel}
        id={id}
        popover="manual"
        aria-labelledby={`${id}-title`}
        className="dialog"
      >
        <div>
          <h2 id={`${id}-title`}>{title}</h2>
          <Form {...form} onSuccess={() => panel.current?.hidePopover()}>
            {children}
            <div className="dialog-actions">
              <Button popoverTarget={id} popoverTargetAction="hide">
                {t('Cancel')}
              </Button>
              <Button type="submit" tone={tone}>
                {submitLabel}
              </Button>
            </div>
          </Form>
        </div>
      </dialog>
    </>
  )
}
