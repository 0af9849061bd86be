import { Children, type ReactNode } from 'react'

interface Props {
  caption: string
  /** Column headers; on phones each labels its cell, except the first. */
  columnTitles: string[]
  /** On phones, the values follow in one line without their labels, the last at its end. For values that tell what they are. */
  compact?: boolean
  children: ReactNode
}

/** A table on wide screens; on phones one card per row. */
export function Table({ caption, columnTitles, compact, children }: Props) {
  return (
    <div className="table-frame">
      <table className="table" data-compact={compact}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columnTitles.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

/** Cells without a column are left out. */
export function Row({ columnTitles, children }: Pick<Props, 'columnTitles' | 'children'>) {
  return (
    <tr>
      {Children.map(
        children,
        (cell, index) =>
          index < columnTitles.length && (
            <td data-label={index === 0 ? undefined : columnTitles[index]}>{cell}</td>
          ),
      )}
    </tr>
  )
}
