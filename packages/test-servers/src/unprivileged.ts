/** The user and group `nobody`. */
export const UNPRIVILEGED = { uid: 65_534, gid: 65_534 }

/** Options for starting a server that refuses to run as root: another user if this process is root, otherwise none. */
export const unprivileged = process.getuid?.() === 0 ? UNPRIVILEGED : {}
