import type { ReactNode } from 'react'

export interface SectionProps {
  /** Also its address on the page, for the table of contents and for links from elsewhere. */
  id: string
  title: string
  /** One sentence. */
  description: string
  /** What is true now, and what can be done about it. */
  children: ReactNode
}

/** One thing of a settings page: its name and a sentence at the start, the thing itself at the end. */
export function Section({ id, title, description, children }: SectionProps) {
  return (
    <section id={id} className="section" aria-labelledby={`${id}-title`} tabIndex={-1}>
      <header>
        <h2 id={`${id}-title`}>{title}</h2>
        <p>{description}</p>
      </header>
      <div className="section-body">{children}</div>
    </section>
  )
}
