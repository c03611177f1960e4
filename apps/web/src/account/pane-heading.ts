/** The id of the heading of what the account shows. It has the focus where the element that had it is gone. */
export const PANE_HEADING = 'pane-heading'
