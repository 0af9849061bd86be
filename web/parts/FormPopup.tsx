import { useEffect, useId, useRef } from 'react'

import { Button } from '#web/parts/Button.tsx'
import { Form, type FormProps } from '#web/parts/Form.tsx'
import { useText } from '#web/text.tsx'

interface Props extends FormProps {
  /** What the button that opens it says, and what it is called where that alone is not clear. */
  opener: string
  openerLabel: string
  title: string
  /** A verb and its object. */
  submit: string
  tone?: 'primary' | 'danger'
  opensAs?: 'link' | 'button'
}

/**
 * A form of its own behind a button. It opens by the platform's popover, so it works before script and without it; and it
 * stays where it is while a dialog above it asks something.
 */
export function FormPopup({
  opener,
  openerLabel,
  title,
  submit,
  tone = 'primary',
  opensAs = 'link',
  children,
  ...form
}: Props) {
  const t = useText()
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
        className={opensAs === 'link' ? 'link-button' : 'button'}
        popoverTarget={id}
        aria-label={openerLabel}
      >
        {opener}
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
                {submit}
              </Button>
            </div>
          </Form>
        </div>
      </dialog>
    </>
  )
}
