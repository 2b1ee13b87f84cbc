package org.tailback.kernel;

import umontreal.ssj.simevents.eventlist.EventList;
import umontreal.ssj.simevents.eventlist.SplayTree;

/** SSJ's own default list keeps the contract that we hold ours to. */
class SplayTreeEventListTest extends EventListContract {
    @Override
    EventList newList() {
        return new SplayTree();
    }
}
