package org.tailback.trace.dumpi;

import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.tailback.trace.dumpi.DumpiFunction.Argument;

/**
 * The functions of the format, in the order of their ids from 0 on, and how their arguments are written. A line has the
 * functions that are written alike (without MPI_), and their arguments as {@code name:kind}: b, h, i, l are numbers of
 * 1, 2, 4, 8 bytes; a star is a list, its length before it as 4 bytes; s are statuses; a question mark is an argument
 * that only the root's record has; an exclamation mark marks functions without records.
 */
final class DumpiFunctions {
    /** Number of ids that are functions; the next id is the sum of all in the footer. */
    static final int COUNT = 290;

    private static final int FUNCTION_ENTERED = 291;
    private static final int FUNCTION_LEFT = 292;
    /** The id that ends the records. */
    static final int END = 293;

    private static final String TABLE = """
            Send | count:i type:h dest:i tag:i comm:h
            Recv | count:i type:h source:i tag:i comm:h status:s
            Get_count | status:s type:h count:i
            Bsend Ssend Rsend | count:i type:h dest:i tag:i comm:h
            Buffer_attach Buffer_detach | size:i
            Isend Ibsend Issend Irsend | count:i type:h dest:i tag:i comm:h request:i
            Irecv | count:i type:h source:i tag:i comm:h request:i
            Wait | request:i status:s
            Test | request:i flag:i status:s
            Request_free | request:i
            Waitany | count:i requests:i* index:i status:s
            Testany | count:i requests:i* index:i flag:i status:s
            Waitall | count:i requests:i* statuses:s
            Testall | count:i requests:i* flag:i statuses:s
            Waitsome Testsome | count:i requests:i* outcount:i indices:i* statuses:s
            Iprobe | source:i tag:i comm:h flag:i status:s
            Probe | source:i tag:i comm:h status:s
            Cancel | request:i
            Test_cancelled | status:s cancelled:i
            Send_init Bsend_init Ssend_init Rsend_init | count:i type:h dest:i tag:i comm:h request:i
            Recv_init | count:i type:h source:i tag:i comm:h request:i
            Start | request:i
            Startall | count:i requests:i*
            Sendrecv | sendcount:i sendtype:h dest:i sendtag:i recvcount:i recvtype:h source:i recvtag:i comm:h status:s
            Sendrecv_replace | count:i type:h dest:i sendtag:i source:i recvtag:i comm:h status:s
            Type_contiguous | count:i oldtype:h newtype:h
            Type_vector Type_hvector | count:i blocklength:i stride:i oldtype:h newtype:h
            Type_indexed Type_hindexed | count:i lengths:i* indices:i* oldtype:h newtype:h
            Type_struct | count:i lengths:i* indices:i* oldtypes:h* newtype:h
            Address | address:i
            Type_extent | type:h extent:i
            Type_size | type:h size:i
            Type_lb | type:h lb:i
            Type_ub | type:h ub:i
            Type_commit Type_free | type:h
            Get_elements | status:s type:h elements:i
            Pack | incount:i type:h outcount:i positionin:i positionout:i comm:h
            Unpack | incount:i positionin:i positionout:i outcount:i type:h comm:h
            Pack_size | incount:i type:h comm:h size:i
            Barrier | comm:h
            Bcast | count:i type:h root:i comm:h
            Gather | commrank:i sendcount:i sendtype:h root:i comm:h ?recvcount:i ?recvtype:h
            Gatherv | commrank:i commsize:i sendcount:i sendtype:h root:i comm:h ?recvcounts:i* ?displs:i* recvtype:h
            Scatter | commrank:i recvcount:i recvtype:h root:i comm:h ?sendcount:i ?sendtype:h
            Scatterv | commrank:i commsize:i sendtype:h recvcount:i recvtype:h root:i comm:h ?sendcounts:i* ?displs:i*
            Allgather | sendcount:i sendtype:h recvcount:i recvtype:h comm:h
            Allgatherv | commsize:i sendcount:i sendtype:h recvcounts:i* displs:i* recvtype:h comm:h
            Alltoall | sendcount:i sendtype:h recvcount:i recvtype:h comm:h
            Alltoallv | commsize:i sendcounts:i* senddispls:i* sendtype:h recvcounts:i* recvdispls:i* recvtype:h comm:h
            Reduce | count:i type:h op:b root:i comm:h
            Op_create | commute:i op:b
            Op_free | op:b
            Allreduce | count:i type:h op:b comm:h
            Reduce_scatter | commsize:i recvcounts:i* type:h op:b comm:h
            Scan | count:i type:h op:b comm:h
            Group_size | group:h size:i
            Group_rank | group:h rank:i
            Group_translate_ranks | group1:h count:i ranks1:i* group2:h ranks2:i*
            Group_compare | group1:h group2:h result:b
            Comm_group | comm:h group:h
            Group_union Group_intersection Group_difference | group1:h group2:h newgroup:h
            Group_incl Group_excl | group:h count:i ranks:i* newgroup:h
            Group_range_incl Group_range_excl | group:h count:i ranges:i** newgroup:h
            Group_free | group:h
            Comm_size | comm:h size:i
            Comm_rank | comm:h rank:i
            Comm_compare | comm1:h comm2:h result:b
            Comm_dup | oldcomm:h newcomm:h
            Comm_create | oldcomm:h group:h newcomm:h
            Comm_split | oldcomm:h color:i key:i newcomm:h
            Comm_free | comm:h
            Comm_test_inter | comm:h inter:i
            Comm_remote_size | comm:h size:i
            Comm_remote_group | comm:h group:h
            Intercomm_create | oldcomm:h localleader:i remotecomm:h remoteleader:i tag:i newcomm:h
            Intercomm_merge | oldcomm:h high:i newcomm:h
            Keyval_create Keyval_free | key:h
            Attr_put | comm:h key:i
            Attr_get | comm:h key:i flag:i
            Attr_delete | comm:h key:i
            Topo_test | comm:h topo:b
            Cart_create | oldcomm:h ndim:i dims:i* periods:i* reorder:i newcomm:h
            Dims_create | nodes:i ndim:i dimsin:i* dimsout:i*
            Graph_create | numedges:i oldcomm:h nodes:i index:i* edges:i* reorder:i newcomm:h
            Graphdims_get | comm:h nodes:i edges:i
            Graph_get | totedges:i totnodes:i comm:h maxindex:i maxedges:i index:i* edges:i*
            Cartdim_get | comm:h ndim:i
            Cart_get | ndim:i comm:h maxdims:i dims:i* periods:i* coords:i*
            Cart_rank | ndim:i comm:h coords:i* rank:i
            Cart_coords | ndim:i comm:h rank:i maxdims:i coords:i*
            Graph_neighbors_count | comm:h rank:i nneigh:i
            Graph_neighbors | nneigh:i comm:h rank:i maxneighbors:i neighbors:i*
            Cart_shift | comm:h direction:i displ:i source:i dest:i
            Cart_sub | ndim:i oldcomm:h remain:i* newcomm:h
            Cart_map | comm:h ndim:i dims:i* period:i* newrank:i
            Graph_map | numedges:i comm:h nodes:i index:i* edges:i* newrank:i
            Get_processor_name | name:b* resultlen:i
            Get_version | version:i subversion:i
            Errhandler_create | errhandler:h
            Errhandler_set Errhandler_get | comm:h errhandler:h
            Errhandler_free | errhandler:h
            Error_string | errorcode:i string:b* resultlen:i
            Error_class | errorcode:i errorclass:i
            Wtime Wtick |
            Init | argv:b**
            Finalize |
            Initialized | result:i
            Abort | comm:h errorcode:i
            Pcontrol | !
            Close_port | port:b*
            Comm_accept Comm_connect | port:b* info:h root:i oldcomm:h newcomm:h
            Comm_disconnect | comm:h
            Comm_get_parent | parent:h
            Comm_join | fd:i comm:h
            Comm_spawn | commrank:i root:i oldcomm:h newcomm:h ?command:b* ?argv:b** ?maxprocs:i ?info:h ?errcodes:i*
            Comm_spawn_multiple | totprocs:i commrank:i root:i oldcomm:h newcomm:h ?count:i ?commands:b** \
            ?argvs:b*** ?maxprocs:i* ?info:h* ?errcodes:i*
            Lookup_name | service:b* info:h port:b*
            Open_port | info:h port:b*
            Publish_name Unpublish_name | service:b* info:h port:b*
            Accumulate | origincount:i origintype:h rank:i disp:i count:i type:h op:b win:h
            Get Put | origincount:i origintype:h rank:i disp:i count:i type:h win:h
            Win_complete | win:h
            Win_create | size:i dispunit:i info:h comm:h win:h
            Win_fence | assertion:b win:h
            Win_free | win:h
            Win_get_group | win:h group:h
            Win_lock | locktype:b rank:i assertion:b win:h
            Win_post Win_start | group:h assertion:b win:h
            Win_test | win:h flag:i
            Win_unlock | rank:i win:h
            Win_wait | win:h
            Alltoallw | commsize:i sendcounts:i* senddispls:i* sendtypes:h* recvcounts:i* recvdispls:i* \
            recvtypes:h* comm:h
            Exscan | count:i type:h op:b comm:h
            Add_error_class | errorclass:i
            Add_error_code | errorclass:i errorcode:i
            Add_error_string | errorcode:i string:b*
            Comm_call_errhandler | comm:h errorcode:i
            Comm_create_keyval | keyval:h
            Comm_delete_attr | comm:h keyval:h
            Comm_free_keyval | keyval:h
            Comm_get_attr | comm:h keyval:h flag:i
            Comm_get_name | comm:h name:b* resultlen:i
            Comm_set_attr | comm:h keyval:h
            Comm_set_name | comm:h name:b*
            File_call_errhandler | file:h errorcode:i
            Grequest_complete Grequest_start | request:i
            Init_thread | argv:b** required:b provided:b
            Is_thread_main | flag:i
            Query_thread | supported:b
            Status_set_cancelled | status:s flag:i
            Status_set_elements | status:s type:h count:i
            Type_create_keyval | keyval:h
            Type_delete_attr | type:h keyval:h
            Type_dup | oldtype:h newtype:h
            Type_free_keyval | keyval:h
            Type_get_attr | type:h keyval:h flag:i
            Type_get_contents | numdatatypes:i numaddresses:i numintegers:i type:h maxintegers:i \
            maxaddresses:i maxdatatypes:i integers:i* addresses:i* datatypes:h*
            Type_get_envelope | type:h numintegers:i numaddresses:i numdatatypes:i combiner:b
            Type_get_name | type:h name:b* resultlen:i
            Type_set_attr | type:h keyval:h
            Type_set_name | type:h name:b*
            Type_match_size | typeclass:b size:i type:h
            Win_call_errhandler | win:h errorcode:i
            Win_create_keyval | keyval:h
            Win_delete_attr | win:h keyval:h
            Win_free_keyval | keyval:h
            Win_get_attr | win:h keyval:h flag:i
            Win_get_name | win:h name:b* resultlen:i
            Win_set_attr | win:h keyval:h
            Win_set_name | win:h name:b*
            Alloc_mem | size:i info:h
            Comm_create_errhandler | errhandler:h
            Comm_get_errhandler Comm_set_errhandler | comm:h errhandler:h
            File_create_errhandler | errhandler:h
            File_get_errhandler File_set_errhandler | file:h errhandler:h
            Finalized | flag:i
            Free_mem |
            Get_address | address:i
            Info_create | info:h
            Info_delete | info:h key:b*
            Info_dup | oldinfo:h newinfo:h
            Info_free | info:h
            Info_get | info:h key:b* valuelength:i value:b* flag:i
            Info_get_nkeys | info:h nkeys:i
            Info_get_nthkey | info:h n:i key:b*
            Info_get_valuelen | info:h key:b* valuelen:i flag:i
            Info_set | info:h key:b* value:b*
            Pack_external | datarep:b* incount:i type:h outcount:i positionin:i positionout:i
            Pack_external_size | datarep:b* incount:i type:h size:i
            Request_get_status | request:i flag:i status:s
            Type_create_darray | size:i rank:i ndims:i sizes:i* distributions:b* arguments:i* processes:i* \
            order:b oldtype:h newtype:h
            Type_create_hindexed | count:i lengths:i* indices:i* oldtype:h newtype:h
            Type_create_hvector | count:i blocklength:i stride:i oldtype:h newtype:h
            Type_create_indexed_block | count:i blocklength:i indices:i* oldtype:h newtype:h
            Type_create_resized | oldtype:h lb:i extent:i newtype:h
            Type_create_struct | count:i lengths:i* indices:i* oldtypes:h* newtype:h
            Type_create_subarray | ndims:i sizes:i* subsizes:i* starts:i* order:b oldtype:h newtype:h
            Type_get_extent Type_get_true_extent | type:h lb:i extent:i
            Unpack_external | datarep:b* insize:i positionin:i positionout:i outcount:i type:h
            Win_create_errhandler | errhandler:h
            Win_get_errhandler Win_set_errhandler | win:h errhandler:h
            File_open | comm:h name:b* amode:b info:h file:h
            File_close | file:h
            File_delete | name:b* info:h
            File_set_size File_preallocate File_get_size | file:h size:l
            File_get_group | file:h group:h
            File_get_amode | file:h amode:b
            File_set_info File_get_info | file:h info:h
            File_set_view | file:h offset:l hosttype:h filetype:h datarep:b* info:h
            File_get_view | file:h offset:l hosttype:h filetype:h datarep:b*
            File_read_at File_read_at_all File_write_at File_write_at_all | file:h offset:l count:i type:h status:s
            File_iread_at File_iwrite_at | file:h offset:l count:i type:h request:i
            File_read File_read_all File_write File_write_all | file:h count:i type:h status:s
            File_iread File_iwrite | file:h count:i type:h request:i
            File_seek | file:h offset:l whence:b
            File_get_position | file:h offset:l
            File_get_byte_offset | file:h offset:l bytes:l
            File_read_shared File_write_shared | file:h count:i type:h status:s
            File_iread_shared File_iwrite_shared | file:h count:i type:h request:i
            File_read_ordered File_write_ordered | file:h count:i type:h status:s
            File_seek_shared | file:h offset:l whence:b
            File_get_position_shared | file:h offset:l
            File_read_at_all_begin | file:h offset:l count:i type:h
            File_read_at_all_end | file:h status:s
            File_write_at_all_begin | file:h offset:l count:i type:h
            File_write_at_all_end | file:h status:s
            File_read_all_begin | file:h count:i type:h
            File_read_all_end | file:h status:s
            File_write_all_begin | file:h count:i type:h
            File_write_all_end | file:h status:s
            File_read_ordered_begin | file:h count:i type:h
            File_read_ordered_end | file:h status:s
            File_write_ordered_begin | file:h count:i type:h
            File_write_ordered_end | file:h status:s
            File_get_type_extent | file:h type:h extent:i
            Register_datarep | name:b*
            File_set_atomicity File_get_atomicity | file:h flag:i
            File_sync | file:h
            IO_Test | request:i flag:i status:s
            IO_Wait | request:i status:s
            IO_Testall | count:i requests:i* flag:i statuses:s
            IO_Waitall | count:i requests:i* statuses:s
            IO_Testany | count:i requests:i* flag:i index:i statuses:s
            IO_Waitany | count:i requests:i* index:i statuses:s
            IO_Waitsome IO_Testsome | count:i requests:i* outcount:i indices:i* statuses:s
            """;

    private static final ImmutableList<DumpiFunction> FUNCTIONS = read();
    private static final DumpiFunction ENTERED = function(FUNCTION_ENTERED, "function entered");
    private static final DumpiFunction LEFT = function(FUNCTION_LEFT, "function left");

    private DumpiFunctions() {}

    private static DumpiFunction function(int id, String name) {
        return DumpiFunction.of(id, name, ImmutableList.of(Argument.of("address:l")), true);
    }

    private static ImmutableList<DumpiFunction> read() {
        ImmutableList.Builder<DumpiFunction> functions = ImmutableList.builder();
        int id = 0;
        for (String line : TABLE.split("\n", -1)) {
            int bar = line.indexOf('|');
            if (bar < 0) {
                continue;
            }
            String listed = line.substring(bar + 1).strip();
            boolean written = !listed.equals("!");
            ImmutableList<Argument> arguments = written && !listed.isEmpty()
                    ? Arrays.stream(listed.split(" ", -1)).map(Argument::of).collect(ImmutableList.toImmutableList())
                    : ImmutableList.of();
            for (String name : line.substring(0, bar).strip().split(" ", -1)) {
                String full = name.startsWith("IO_") ? "MP" + name : "MPI_" + name;
                functions.add(DumpiFunction.of(id++, full, arguments, written));
            }
        }
        return functions.build();
    }

    static ImmutableList<DumpiFunction> all() {
        return FUNCTIONS;
    }

    /** Returns the function of an id, or null if there is none. */
    static @Nullable DumpiFunction of(int id) {
        if (id < FUNCTIONS.size()) {
            return FUNCTIONS.get(id);
        }
        return id == FUNCTION_ENTERED ? ENTERED : id == FUNCTION_LEFT ? LEFT : null;
    }
}
