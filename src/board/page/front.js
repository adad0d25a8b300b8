// Who stands behind the page: here the engine in a worker. The server of the program gives another file of this name.
/** @type {"worker" | "server"} */
export const front = "worker";
